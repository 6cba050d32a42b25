import { writeSync } from 'node:fs'
import type { Bucket } from '@engine/ports/storage/bucket'
import { VersionWriter } from '@engine/storage/shared/version-writer'
import { bucketAt } from '../support/s3-server'

/**
 * A process to be killed: writes records `<name>-<n>` to a shared library, so many at a time and until there are enough, and writes one line for each
 * that is confirmed. `ahead` are the milliseconds by which it takes the server's clock to be later than it is, so that leases end sooner.
 */
const [address = '', name = '', ahead = '0', count = '0', step = '1'] = process.argv.slice(2)
const environment = Object.fromEntries(Object.entries(process.env).map(([key, value]) => [key, value ?? '']))
const bucket = bucketAt(address, environment)
const list = async (prefix: string) => {
  const { entries, now } = await bucket.list(prefix)
  return { entries, now: now + Number(ahead) }
}
const early: Bucket = {
  address,
  list,
  get: (key) => bucket.get(key),
  put: (key, bytes) => bucket.put(key, bytes),
  copy: (from, to) => bucket.copy(from, to),
  delete: (key) => bucket.delete(key),
}

const writer = await VersionWriter.open(early, { who: name })
for (let at = 0; at < Number(count); at += Number(step)) {
  const ids = Array.from({ length: Number(step) }, (_, n) => `${name}-${at + n}`)
  await writer.publish({ put: Object.fromEntries(ids.map((id) => [id, { title: id }])) })
  for (const id of ids) writeSync(1, `${id}\n`)
}
await writer.close()
