import type { Transform } from 'node:stream'
import type { BroughtObject } from '../document-store'

/** Files in the store that documents are read from; they are sealed where the store is. */
export interface SourceFiles {
  /** Runs work that writes a new one; its bytes go through what the work is given. Turning encryption on or off waits for it. */
  receive<Result>(work: (through: Transform) => Promise<Result>): Promise<Result>
  /** Runs work that puts one in its place or deletes it, while none of them is brought into another form. */
  place<Result>(work: () => Promise<Result>): Promise<Result>
  /** Writes one, or writes it anew. */
  write(path: string, content: string | Uint8Array): Promise<void>
  /** A file in clear with its bytes: itself, or a file of its own for one that lies in the store. Throws what the system says, and STORE_DAMAGED. */
  bring(path: string): Promise<BroughtObject>
  /** Whether a file is a sealed one of the store. */
  isSealed(path: string): Promise<boolean>
}
