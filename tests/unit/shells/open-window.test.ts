import { expect, test } from 'vitest'
import { openWindow } from '../../../scripts/open-window.mjs'

const run = (script: string) => openWindow(process.execPath, ['-e', script], process.env)

// Would catch `npm start` that ends without a word where the display is dead, instead of going to the browser.
test.each(['process.exit(1)', 'process.exit(127)', "process.kill(process.pid, 'SIGABRT')"])(
  'a program that fails at once (%s) never opened',
  async (script) => {
    expect(await run(script)).toBeUndefined()
  },
)

test('a program that is not there never opened', async () => {
  expect(await openWindow('/no/such/electron', [], process.env)).toBeUndefined()
})

// Would catch a browser that opens after the user has closed the window or stopped it.
test('a window that was closed or stopped is over', async () => {
  expect(await run('process.exit(0)')).toBe(0)
  expect(await run("process.kill(process.pid, 'SIGTERM')")).toBe(1)
})
