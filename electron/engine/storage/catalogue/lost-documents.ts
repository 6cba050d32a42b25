import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { readJson } from '@engine/platform/durable-files'
import { writeDurably } from '../files/durable-file'

/** A document that the search tables know and the damaged list of documents does not. */
const LostDocument = z.object({ id: z.string(), name: z.string(), title: z.string() })
export type LostDocument = z.infer<typeof LostDocument>

function pathIn(folder: string): string {
  return join(folder, 'lost-documents.json')
}

/** What was lost with the list of documents, as far as the search tables knew it; empty where nothing was. */
export async function readLost(folder: string): Promise<LostDocument[]> {
  return z.array(LostDocument).safeParse(await readJson(pathIn(folder))).data ?? []
}

/** Notes what was lost, before the tables forget it. */
export async function noteLost(folder: string, found: readonly LostDocument[]): Promise<void> {
  if (found.length === 0) return
  const known = new Map([...(await readLost(folder)), ...found].map((one) => [one.id, one]))
  await writeDurably(pathIn(folder), `${JSON.stringify([...known.values()], undefined, 2)}\n`, join(folder, 'tmp'))
}

export async function forgetLost(folder: string): Promise<void> {
  await rm(pathIn(folder), { force: true })
}
