import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inElectron, test } from './cairn'

test.skip(inElectron, 'The window shell has no server.')
test.use({ withSharedSample: true })

// Would catch a page of somebody else that reaches the engine through the user's own browser and cookie.
test('another page in the same browser gets nothing: no fetch, no socket, no frame', async ({ cairn, context }) => {
  const { origin } = cairn
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>foreign</title><p>foreign page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const foreign = await context.newPage()
    await foreign.goto(`http://127.0.0.1:${port}/`)
    const seen = await foreign.evaluate(async (target) => {
      const attempt = (run: () => Promise<unknown>) => run().then(String, () => 'refused')
      const socket = () =>
        new Promise<string>((resolve) => {
          const opened = new WebSocket(`${target.replace('http', 'ws')}/rpc`)
          opened.onopen = () => resolve('open')
          opened.onerror = () => resolve('refused')
        })
      const framed = () =>
        new Promise<string>((resolve) => {
          const frame = document.createElement('iframe')
          frame.src = target
          frame.onload = () => {
            try {
              resolve(frame.contentDocument?.title ?? 'refused')
            } catch {
              resolve('refused')
            }
          }
          document.body.append(frame)
          setTimeout(() => resolve('refused'), 3000)
        })
      return {
        page: await attempt(() => fetch(target, { credentials: 'include' }).then((answer) => answer.text())),
        upload: await attempt(() =>
          fetch(`${target}/inbox?name=x.md`, { method: 'PUT', body: 'x', credentials: 'include' }),
        ),
        socket: await socket(),
        frame: await framed(),
      }
    }, origin)
    expect(seen).toEqual({ page: 'refused', upload: 'refused', socket: 'refused', frame: 'refused' })
  } finally {
    server.close()
  }
})

test('without the cookie, and under another name, there is only a refusal', async ({ cairn, browser }) => {
  const stranger = await browser.newContext()
  try {
    const page = await stranger.newPage()
    const answer = await page.goto(cairn.origin)
    expect(answer?.status()).toBe(403)
    await expect(page.getByRole('heading')).toContainText('no longer opens Cairn')
    const used = await page.goto(`${cairn.origin}/open?token=${'x'.repeat(43)}`)
    expect(used?.status()).toBe(403)
  } finally {
    await stranger.close()
  }
  const { port } = new URL(cairn.origin)
  const rebound = await cairn.context.request.get(`http://127.0.0.1:${port}/`, { headers: { Host: 'evil.example' } })
  expect(rebound.status()).toBe(403)
})
