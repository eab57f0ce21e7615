/**
 * What a browser keeps: rows in IndexedDB, by the number of their match, their table and their
 * number there; and locks, so that a match is open in one tab alone. Rows travel as JSON.
 */

import { lockOf, NAME } from "./names.js";

/** @typedef {[number, string, number]} Key */

/** Where the last number of a match is kept. */
const LAST = [0, "number", 0];
const ALL = IDBKeyRange.lowerBound([0]);

/** A plain error: Python takes no other, such as Chromium's where the storage is full. @param {unknown} error */
const plain = (error) => new Error(String(error ?? "The transaction was given up."));

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(plain(request.error));
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const completed = (transaction) =>
  new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(plain(transaction.error));
  });

export class Storage {
  /** @type {Map<number, () => void>} */ #held = new Map();
  /** @type {Set<number>} */ #stale = new Set();
  #news = new BroadcastChannel(NAME);

  /** @param {IDBDatabase} db */
  constructor(db) {
    this.db = db;
    this.#news.onmessage = ({ data }) => data.forEach((/** @type {number} */ room) => this.#stale.add(room));
    db.onversionchange = () => db.close();
  }

  /** Opens what this browser keeps; fails where it keeps nothing. */
  static async open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("rows");
    return new Storage(await answered(request));
  }

  #begin(/** @type {IDBTransactionMode} */ mode) {
    const transaction = this.db.transaction("rows", mode, { durability: "strict" });
    return { transaction, rows: transaction.objectStore("rows") };
  }

  /** The rows of a match, or all, as JSON. @param {number} [room] */
  async read(room) {
    const { rows } = this.#begin("readonly");
    const range = room === undefined ? ALL : IDBKeyRange.bound([room], [room, []]);
    const [keys, texts] = await Promise.all([answered(rows.getAllKeys(range)), answered(rows.getAll(range))]);
    return `[${keys.map((key, n) => `[${JSON.stringify(key)},${texts[n]}]`).join()}]`;
  }

  /**
   * Changes rows in one transaction, all or none.
   *
   * In Firefox the first transaction after one for which there was no room may only delete, and
   * throws at the rest: then another one is begun.
   * @param {(rows: IDBObjectStore) => unknown} change
   */
  async #change(change, again = true) {
    const { transaction, rows } = this.#begin("readwrite");
    const kept = completed(transaction);
    try {
      await change(rows);
    } catch (error) {
      kept.catch(() => {});
      transaction.abort();
      if (!again) throw plain(error);
      await this.#change(change, false);
      return;
    }
    await kept;
  }

  /** Keeps changes, all or none: keys with columns, and whether they are new. @param {string} text */
  async write(text) {
    /** @type {[Key, unknown, boolean][]} */
    const changes = JSON.parse(text);
    await this.#change((rows) => {
      for (const [key, columns, isNew] of changes) {
        if (columns === null) rows.delete(key);
        else rows[isNew ? "add" : "put"](JSON.stringify(columns), key);
      }
    });
    this.#news.postMessage([...new Set(changes.map(([[room]]) => room))]);
  }

  /** A number above *least* that no match has. @param {number} least */
  async reserve(least) {
    let number = 0;
    await this.#change(async (rows) => {
      const last = Number((await answered(rows.get(LAST))) ?? 0);
      number = Math.max(last, least) + 1;
      rows.put(String(number), LAST);
    });
    return number;
  }

  /** The matches that other tabs have changed since the last call; 0: the settings. */
  takeStale() {
    const stale = [...this.#stale];
    this.#stale.clear();
    return JSON.stringify(stale);
  }

  /** Holds a match for this tab; whether no other one does. @param {number} room */
  hold(room) {
    if (!navigator.locks || this.#held.has(room)) return Promise.resolve(true); // no locks without https
    return new Promise((told) => {
      navigator.locks.request(lockOf(room), { ifAvailable: true }, (lock) => {
        told(lock !== null);
        return lock && new Promise((release) => this.#held.set(room, () => release(undefined)));
      });
    });
  }

  /** Lets other tabs have a match. @param {number} room */
  release(room) {
    this.#held.get(room)?.();
    this.#held.delete(room);
  }
}
