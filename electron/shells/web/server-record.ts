import { z } from 'zod'
import { StoreRecord } from '@shells/store-record'

/** A running server's record in its store, readable by its user only. A second start finds the server by it. */
const ServerRecord = z.object({
  port: z.number().int().min(1).max(65_535),
  pid: z.number().int(),
  /** The secret that `POST /link` requires. */
  secret: z.string().regex(/^[\w-]{43}$/u),
})
type ServerRecord = z.infer<typeof ServerRecord>

const NewLink = z.object({ link: z.string() })
const patienceMs = 5000

const records = new StoreRecord('server.json', ServerRecord)

export const writeServerRecord = (folder: string, record: ServerRecord) => records.write(folder, record)
export const removeServerRecord = (folder: string, pid: number) =>
  records.remove(folder, (record) => record.pid === pid)

/** A fresh link of the server that runs for this store, or undefined where none answers. */
export async function linkOfRunningServer(folder: string): Promise<string | undefined> {
  const record = await records.read(folder)
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
