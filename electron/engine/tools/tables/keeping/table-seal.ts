import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { type FileSeal, noFileSeal } from '@engine/platform/sealing/sealed-files'

/** What the files of tables go through: DuckDB's are encrypted by itself, the index line by line. */
export interface TableSeals {
  readonly files: FileSeal
  readonly lines: LineSeal
}

export const noTableSeals: TableSeals = { files: noFileSeal, lines: noSeal }

/** How the file of one text's tables is encrypted. It never comes twice, so that no two files are under one key. */
export interface FileSalt {
  /** 32 hexadecimal digits. It is part of the file's name. */
  readonly salt: string
  /** What the file's key is made of. */
  readonly key: KeyObject
}

/** How a file that is written now is encrypted; undefined where it is to be in clear. Throws CANCELLED where the key was given up. */
export function newSalt(files: FileSeal): FileSalt | undefined {
  const key = files.key()
  return key && files.isSealing ? { salt: randomBytes(16).toString('hex'), key } : undefined
}

/** Whether a file that was begun so would be begun so now. */
export function isStillSo(files: FileSeal, begun: FileSalt | undefined): boolean {
  return files.isSealing ? begun?.key === files.key() : begun === undefined
}

/** What DuckDB takes as the key of a file, in hexadecimal digits: it cannot be handed over otherwise than as a text. */
export function duckdbKey({ salt, key }: FileSalt): string {
  return Buffer.from(hkdfSync('sha256', key, Buffer.from(salt, 'hex'), 'cairn duckdb 1', 32)).toString('hex')
}
