import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** A running server's record in its store, readable by its user only. A second start finds the server by it. */
const ServerRecord = z.object({
  port: z.number().int().min(1).max(65_535),
  pid: z.number().int(),
  /** The secret that `POST /link` requires. */
  secret: z.string().regex(/^[\w-]{43}$/u),
})
export type ServerRecord = z.infer<typeof ServerRecord>

const NewLink = z.object({ link: z.string() })
const patienceMs = 5000

function pathIn(folder: string): string {
  return join(folder, 'server.json')
}

export async function writeServerRecord(folder: string, record: ServerRecord): Promise<void> {
  const temporary = `${pathIn(folder)}.${randomUUID()}`
  try {
    await writeFile(temporary, JSON.stringify(record), { flag: 'wx', mode: 0o600 })
    await rename(temporary, pathIn(folder))
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Removes the record where it is still this process's own. */
export async function removeServerRecord(folder: string, pid: number): Promise<void> {
  const record = await readServerRecord(folder)
  if (record?.pid === pid) await rm(pathIn(folder), { force: true })
}

async function readServerRecord(folder: string): Promise<ServerRecord | undefined> {
  try {
    return ServerRecord.safeParse(JSON.parse(await readFile(pathIn(folder), 'utf8'))).data
  } catch {
    // None, or one that cannot be read: as if none ran. The store's lock has the last word.
    return undefined
  }
}

/** A fresh link of the server that runs for this store, or undefined where none answers. */
export async function linkOfRunningServer(folder: string): Promise<string | undefined> {
  const record = await readServerRecord(folder)
  if (!record) return undefined
  try {
    const response = await fetch(`http://127.0.0.1:${record.port}/link`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${record.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer = NewLink.safeParse(await response.json())
    const ours = new RegExp(`^http://localhost:${record.port}/open\\?token=[\\w-]{43}$`, 'u')
    return answer.success && ours.test(answer.data.link) ? answer.data.link : undefined
  } catch {
    // It was killed, or something else has its port now.
    return undefined
  }
}
