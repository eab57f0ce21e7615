/** What the page makes of the types of the wire, which `python -m docs.wire` writes into wire.d.ts. */
declare namespace Wire {
  type Each<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
  type KeyOf<T> = T extends unknown ? keyof T : never;
  type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

  type Message = Exclude<AnyAnswer, ViewMessage | PresentMessage | EventMessage> | AnyBeside;
  type Refusal = "refused" | "why";
  /** Any message that the page is told, of which nobody knows yet which it is. */
  type Told = { [K in Exclude<KeyOf<Message>, Refusal>]?: Each<Message, K> } & (RefusedMessage | { [K in Refusal]?: undefined });

  /** A message of the page; the line gives it an id. */
  type Sent = Without<AnyCommand | AnyRequest, "id">;
  /** A command in a room, which adds its own id, and what the reader has seen. */
  type InRoom = Without<AnyCommand, "id" | "room" | "seen"> & { seen?: number };

  /** A decision that is possible: its notation, the clicks that make it, its label, and what it would score. */
  type Legal = ChoicesElement["all"][number];
  /** What is drawn on a place of the board. */
  type Placed = PointElement | MarkElement | PieceElement;
  /** What stands in a key of a scene, or before its colon. */
  type Kind = keyof SceneParts | keyof SceneKinds;
  type Part = WrittenScreen["parts"][number];
}
