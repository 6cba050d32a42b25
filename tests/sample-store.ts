import { existsSync } from 'node:fs'
import { cp, mkdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from '@engine/engine'

const resources = resolve(import.meta.dirname, '../resources')
let made: Promise<string> | undefined

/** Copies a store that has read the sample collection. It is made once a run, by whichever test file asks for it first. */
export async function copySampleStore(to: string): Promise<void> {
  made ??= makeOnce()
  await cp(await made, to, { recursive: true })
}

async function makeOnce(): Promise<string> {
  const folder = process.env['CAIRN_TEST_STORES'] ?? ''
  const store = join(folder, 'sample')
  // Only one of the workers can make the folder.
  const isMine = await mkdir(join(folder, 'making')).then(
    () => true,
    () => false,
  )
  if (isMine) {
    const unfinished = join(folder, 'making', 'store')
    const engine = await createEngine({ folder: unfinished, resources })
    try {
      for await (const { type } of engine.ingest({ paths: [join(resources, 'sample')] })) {
        if (type === 'error') throw new Error('The sample collection could not be read.')
      }
    } finally {
      await engine.close()
    }
    await rename(unfinished, store)
  }
  const until = performance.now() + 100_000
  while (!existsSync(store)) {
    if (performance.now() > until)
      throw new Error('No store with the sample collection was made; see the first failure.')
    await sleep(100)
  }
  return store
}
