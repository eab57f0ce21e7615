"""The errors of this program: each text is one sentence to the user, in the user's language.

``except GipfMetaError`` catches them all. Each class stands in the module that raises it,
and keeps its base class of Python, so that ``except ValueError`` still catches a refused move.

    GipfMetaError
      UsageError, ValueError          the command line asks for nothing this program does
        BadArguments                  argparse does not understand the command line (in English)
      UnknownGame, LookupError        no installed game has that id
      UnknownPlugin, LookupError      no installed plugin has that name
      UnknownLesson, LookupError      the game has no lesson of that id
      UnknownPuzzle, LookupError      the game has no puzzle of that number
      UnknownBot, ValueError          no bot has that name
      OptionError, ValueError         the game has no such option, or the option no such value
      TimeControlError, ValueError    the text is no time control
      MoveError, ValueError           the move cannot be played
        BadNotation                   the text is no move of this game
        IllegalMove                   the text is a move, but the rules forbid it here
          Astray                      the page of a lesson asks for another move (``match``)
      CannotUndo, ValueError          the decision stands
      NoPuzzle, ValueError            a turn of a match cannot come back as a puzzle
      NoPosition, ValueError          no position says all that decides how this moment goes on
      LuckDue, ValueError             luck decides next, so turns cannot be counted
      DuelUnavailable, RuntimeError   the next duel cannot be played here (``match``)
      PlaythroughError, ValueError    a line of a written game cannot be played
      RecordError, ValueError         the record cannot be read, replayed or written (``match``)
        GameRefused                   one game of several in a text cannot be (``nth``)
        UnknownText                   no reader knows a text
      BadEncoding, ValueError         a text is not in the encoding that was chosen
      NoSuchTurn, LookupError         no turn of the study stands there
      IsMainLine, ValueError          the main line of a study varies no other one
      LibraryError, RuntimeError      the library cannot be used, or lacks a match
        LedgerBehind                  a room, or its match, has gone on elsewhere
      GameFailed, RuntimeError        a game raised an error of its own
        BotFailed                     a bot raised an error, or took too long (``player``)
      LessonsFailed, RuntimeError     a game cannot say which lessons it has
      Refused, ValueError             the room refuses a command
        NoSuchRoom                    there is no room of that id
        NotUnderstood                 a command is none of the protocol
      TooNew, ValueError              a program is too old for a match
      WordMisused, ValueError         what follows a typed word does not fit it
      Conflict, RuntimeError          another command was first in the room
      NotKept, RuntimeError           an entry of practice cannot be read or kept
      LedgerError, RuntimeError       the ledger cannot be written or read, or contradicts itself
        DatabaseError                 the database of a server cannot be opened, read or written
      PeopleError, ValueError         a person cannot come in, or be found or called so
      VacationError, ValueError       a vacation is not possible so
      IdentityError, ValueError       a device, or a way back to a person, is refused
        MailError                     an address, link or code is, or no mail can be sent
        NotProved                     a device must first show that it is its person's
        TooOften                      something is tried more often than a host allows
      NoticeError, ValueError         a person's way to get notices cannot be changed so
      PushError, ValueError           a browser, or a service of pushes, is none for notices
      DeskError, ValueError           the desk refuses the request of a page (``field``)
      JoinError, RuntimeError         a host cannot be reached, or refuses a person
        LineEnded                     the line to a host has ended for good
          DeviceForgotten             a host does not know the key of this device any more
      BadAge, ValueError              the text is no age of what is to be removed
      NotReady, RuntimeError          what is stored about a person is not put together yet
      TooMany, RuntimeError           a host gives no more to one person, or to one address
      BadFrame, ValueError            a message on a socket is none of a page
      KeyForgotten, ValueError        no device has the secret of a client any more
      EngineLineError, ValueError     a line is none of the engine protocol
      EngineFailed, RuntimeError      an engine cannot be started, has ended, or breaks the protocol
        EngineRefused                 an engine refuses a command, by its own sentence
      NoAnalyst, ValueError           a name is none of an engine, which could look at positions
      AnalystFailed, RuntimeError     the engine that looks at positions for people has failed
      WorkerCrashed, RuntimeError     the worker of a tab in which a bot thought is gone
      TookTooLong, RuntimeError       an answer did not come in time
      Unsuited, ValueError            the game or position is none for alpha-beta
      ArenaError, ValueError          the tournament cannot be played so
      AgentFailed, RuntimeError       the agent that is rated has failed
      GamesUnread                     a file has no games in which puzzles can be looked for
      JournalError                    the journal of puzzles that are made cannot be gone on with
      TrainingError, ValueError       the game cannot be trained, or not so
      PngUnavailable, RuntimeError    the package that draws PNG is not installed
      ExtraMissing, ImportError       a package is not installed that comes with an extra
      NotNumbered, ValueError         the decisions of a game have no numbers
      BadName, ValueError             no player can be called so
      NoHour, ValueError              what was typed names no hour
      SandInWeeks, ValueError         a match with running sand has a clock of days
      NoPluginFile, ValueError        a file cannot be taken as a plugin
      NewPluginError, ValueError      no plugin can be made of that name, or there
      PluginError, TypeError          the plugin does not keep the protocol (in English)
        KindError                     nor does what a package brings to a plugin

The authors of plugins read English: so do ``BadArguments``, because argparse does, and
``PluginError``. Findings of the conformance kit are no errors of this family: they are a report.
"""

from __future__ import annotations


class GipfMetaError(Exception):
    """One sentence to the user.

    Catch this class to catch every error that is no defect of a program:

        try:
            match = match.play(input())
        except GipfMetaError as error:
            print(error)
    """


class StopRequested(BaseException):
    """A request to stop the program, or its current work: no error, and no plugin's to catch."""
