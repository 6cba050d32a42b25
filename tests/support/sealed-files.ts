import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What stays readable, as the guide says. */
const readable =
  /^(?:store\.json|settings\.json|folders\.json|documents\.seal|spare-room|lock|running\.json|vault(?:-copy)?\.json|(?:logs|traces|private)\/.*|sealed-\d+\/published\.json)$/u

/** Encrypted by DuckDB itself, with the salt of its key in its name; what is in it is looked at where it is written. */
const encryptedByDuckdb = /^tables\/.+\.[0-9a-f]{32}\.duckdb$/u

export interface ClearFilesLooked {
  /** Words that no name of a file may have. */
  readonly names?: RegExp
  /** Files that need not be sealed, beside those of the guide. */
  readonly besides?: RegExp
}

/** The files of an encrypted store that are in clear and should not be, by their paths in it. */
export async function filesInClear(store: string, { names, besides }: ClearFilesLooked = {}): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(store.length + 1)
    const mayBe = readable.test(name) || encryptedByDuckdb.test(name) || besides?.test(name) === true
    const isSealed = mayBe || isSealedFile(await readFile(path))
    if (!isSealed || names?.test(name) === true) found.push(name)
  }
  return found.toSorted()
}

/** Whether a file is sealed as a whole, or each of its lines is. */
function isSealedFile(bytes: Buffer): boolean {
  if (bytes.subarray(0, 8).toString('latin1') === 'CAIRNSF1') return true
  const lines = bytes.toString('latin1').split('\n').filter(Boolean)
  return lines.every((line) => line.startsWith('{"sealed":"'))
}
