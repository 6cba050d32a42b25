import type { Transform } from 'node:stream'
import type { BroughtObject } from '../document-store'

/** Files in the store that documents are read from; they are sealed where the store is. */
export interface SourceFiles {
  /** What the bytes of a new one go through before they are written. */
  through(): Transform
  /** Runs work that puts one in its place, while none of them is brought into another form. */
  place<Result>(work: () => Promise<Result>): Promise<Result>
  /** Writes one, or writes it anew. */
  write(path: string, content: string | Uint8Array): Promise<void>
  /** A file in clear with its bytes: itself, wherever it lies, unless it is a sealed one of the store. Throws what the system says. */
  bring(path: string): Promise<BroughtObject>
}
