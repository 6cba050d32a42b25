import { basename, dirname } from 'node:path'
import type { Transform } from 'node:stream'
import type { BroughtObject } from '../document-store'

/** A file in the store that a document is read from. */
export interface OwnFile {
  /** As its document's record names it. */
  readonly path: string
  /** Where it lies: names are sealed where the store is. */
  readonly at: string
}

/** A file that is on its way into the store, which may take as long as whoever sends it likes. */
export interface IncomingFile {
  /** What its bytes go through. */
  readonly through: Transform
  /** Puts what was written of it, and synced, in its place; `temporary` may be left there. */
  put(temporary: string, path: string): Promise<void>
}

/** Files in the store that documents are read from; they are sealed where the store is. */
export interface SourceFiles {
  /** Begins a new one. Encryption may be turned on or off before it is put in its place. */
  receive(): IncomingFile
  /** Writes one, or writes it anew. */
  write(path: string, content: string | Uint8Array): Promise<void>
  /** Deletes one, if it is there. Files elsewhere are left alone. */
  remove(path: string): Promise<void>
  /** Those that lie below a folder of the store. */
  list(folder: string): Promise<OwnFile[]>
  /** Whether a path is that of such a file, there or not. */
  isOwn(path: string): boolean
  /** Where a file lies now, or would lie; it may lie elsewhere the next moment. A file elsewhere lies where it is said to. */
  placeOf(path: string): Promise<string>
  /** A file in clear with its bytes and times: itself, or a file of its own for one that lies in the store. Throws what the system says, and STORE_DAMAGED. */
  bring(path: string): Promise<BroughtObject>
  /** SHA-256, hex, of what is in a file as it is in clear. Throws as `bring`, and writes nothing. */
  hash(path: string): Promise<string>
  /** Whether a file is a sealed one of the store. */
  isSealed(path: string): Promise<boolean>
}

/** The folder of a file that came without a place of its own: named by its content (SHA-256, hex), or by what it is known by. */
export function shelfOf(hash: string): string {
  return hash.slice(0, 16)
}

/** Whether a file lies in a folder that is named by this content, so that it can have no other. */
export function isShelvedBy(path: string, hash: string): boolean {
  return basename(dirname(path)) === shelfOf(hash)
}
