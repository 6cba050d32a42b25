import { execFile } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { stayUntilDone } from '@shells/terminal/stay-until-done'
import { bundle } from '../../../bundle'

// Would catch a command that ends with half of its output because Node sees nothing to wait for.
test('a process waits for what keeps nothing alive, and ends with its result', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-stay-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await bundle({ stay: 'electron/shells/terminal/stay-until-done.ts' }, folder)
  await writeFile(
    join(folder, 'main.mjs'),
    `import { stayUntilDone } from './stay.mjs'
    const late = new Promise((resolve) => setTimeout(() => resolve('all of it'), 300).unref())
    console.log(await stayUntilDone(late, process))`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.mjs')])
  expect(stdout).toBe('all of it\n')
})

// Would catch a command that waits without end, and one that is given up while it works.
test('what never comes is told, counted from when something happened last', async () => {
  const leaving = new EventEmitter<{ beforeExit: [] }>()
  const never = new Promise<never>(() => undefined)
  const stayed = stayUntilDone(never, leaving, 150)
  let beats = 0
  const beat = setInterval(() => {
    leaving.emit('beforeExit')
    beats += 1
  }, 10)
  await expect(stayed).rejects.toThrow('never came')
  clearInterval(beat)
  expect(beats).toBeGreaterThan(3)
  expect(leaving.listenerCount('beforeExit')).toBe(0)
  expect(await stayUntilDone(Promise.resolve(3), leaving)).toBe(3)
})
