import { createSecretKey } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CairnError } from '@shared/errors'
import { fitsItsSum, hasSum } from '@engine/platform/lines/summed-line'
import { isSealedLine, opensLine } from '@engine/platform/sealing/line-seal'
import { cataloguePaths } from '../catalogue/sealed-journal'
import type { Migration } from '../opening/migrate'
import type { Unlocking } from './find-key'
import { StoreVault } from './store-vault'

/**
 * Version 4: lines of chats, research, notes and evaluations may be sealed. Nothing is changed here; but an older Cairn would take sealed lines for
 * damage, and must not open the store.
 */
export const sealableLines: Migration = {
  to: 4,
  name: 'lines that may be sealed',
  run: () => Promise.resolve(),
}

/** Version 5: stored files, the list of documents and what is made of them may be sealed, too. As version 4. */
export const sealableDocuments: Migration = {
  to: 5,
  name: 'documents that may be sealed',
  run: () => Promise.resolve(),
}

/** Version 6: files that documents are read from may lie under sealed names, where an older Cairn would not find them. As version 4. */
export const sealableNames: Migration = {
  to: 6,
  name: 'names of files that may be sealed',
  run: () => Promise.resolve(),
}

interface VaultOpening {
  readonly folder: string
  readonly readOnly: boolean
  readonly log: (line: string) => void
  readonly options: { readonly unlock?: Unlocking }
}

/**
 * Opens the vault of a store that is being opened. Throws as `StoreVault.open`, and STORE_DAMAGED where the vault of a store is gone that was
 * sealed: without its key everything in it would count as damaged.
 */
export async function openVault({ folder, readOnly, log, options }: VaultOpening): Promise<StoreVault> {
  const { keychain, passphrase, onPassphrase } = options.unlock ?? {}
  const fits = (key: Buffer) => opensAny(folder, key)
  const vault = await StoreVault.open({ folder, readOnly, log, keychain, passphrase, onPassphrase, fits })
  if (vault.isThere || !(await isSealed(folder))) return vault
  throw new CairnError(
    'STORE_DAMAGED',
    `The data in ${folder} is encrypted, and vault.json and vault-copy.json, which hold its key, are gone.`,
    'Put one of them back from a copy of the folder. Documents that you have elsewhere can be added again in another folder.',
  )
}

/** False where lines of the list of what is kept are sealed, and whole, and the key opens none of them. */
async function opensAny(folder: string, bytes: Buffer): Promise<boolean> {
  const lines = await sealedLines(folder)
  const key = createSecretKey(bytes)
  return lines.length === 0 || lines.some((line) => opensLine(key, line))
}

/** Of the list of what is kept: the list of documents may be too long to be read for this. */
async function sealedLines(folder: string): Promise<Buffer[]> {
  const list = await readFile(join(folder, 'kept.jsonl'), 'latin1').catch(() => '')
  const whole = list.split('\n').filter((line) => hasSum(line) && fitsItsSum(line))
  return whole.map((line) => Buffer.from(line, 'latin1')).filter(isSealedLine)
}

/** Whether anything in the lists of documents and of what is kept is sealed: one of them names at least one thing wherever there is one. */
async function isSealed(folder: string): Promise<boolean> {
  if ((await sealedLines(folder)).length > 0) return true
  const { main, copy } = cataloguePaths(folder)
  return (await beginsSealed(main)) || beginsSealed(copy)
}

async function beginsSealed(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined)
  try {
    const { buffer, bytesRead } = (await file?.read(Buffer.alloc(64), 0, 64, 0)) ?? {
      buffer: Buffer.of(),
      bytesRead: 0,
    }
    return isSealedLine(buffer.subarray(0, bytesRead))
  } finally {
    await file?.close()
  }
}
