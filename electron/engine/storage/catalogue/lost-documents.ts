import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import { bytesIfPresent, jsonIfValid } from '@engine/platform/stored-text'
import { writeDurably } from '../files/durable-file'

/** A document that the search tables know and the damaged list of documents does not. */
const LostDocument = z.object({ id: z.string(), name: z.string(), title: z.string() })
export type LostDocument = z.infer<typeof LostDocument>

/** Where that is kept: a list as JSON, sealed as lines are. */
export function pathOfLost(folder: string): string {
  return join(folder, 'lost-documents.json')
}

/** What was lost with the list of documents, as far as the search tables knew it; empty where nothing was. */
export async function readLost(folder: string, seal: LineSeal): Promise<LostDocument[]> {
  const bytes = await bytesIfPresent(pathOfLost(folder))
  const value = bytes && jsonIfValid(seal.open(bytes).bytes.toString('utf8'))
  return z.array(LostDocument).safeParse(value).data ?? []
}

/** Notes what was lost, before the tables forget it. */
export async function noteLost(folder: string, found: readonly LostDocument[], seal: LineSeal): Promise<void> {
  if (found.length === 0) return
  const known = new Map([...(await readLost(folder, seal)), ...found].map((one) => [one.id, one]))
  const text = `${JSON.stringify([...known.values()])}\n`
  await writeDurably(pathOfLost(folder), seal.close(text), join(folder, 'tmp'))
}

export async function forgetLost(folder: string): Promise<void> {
  await rm(pathOfLost(folder), { force: true })
}
