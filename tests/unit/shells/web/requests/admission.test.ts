import { describe, expect, test } from 'vitest'
import { holdsCookie, ownOrigin, sessionCookie } from '@shells/web/requests/admission'
import { createLinks } from '@shells/web/requests/links'
import { mayOpenBrowser } from '@shells/web/open-browser'
import { prefersChinese } from '@shells/web/requests/refusal-page'

describe('the origin of a request', () => {
  test.each([
    [{ host: 'localhost:4000' }, 'http://localhost:4000'],
    [{ host: 'LOCALHOST:4000' }, 'http://localhost:4000'],
    [{ host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' }, 'http://127.0.0.1:4000'],
    [{ host: '[::1]:4000', 'sec-fetch-site': 'same-origin' }, 'http://[::1]:4000'],
    [{ host: 'localhost:4000', 'sec-fetch-site': 'none' }, 'http://localhost:4000'],
  ])('%o is ours', (headers, origin) => {
    expect(ownOrigin(headers, 4000)).toBe(origin)
  })

  // Catches DNS rebinding, pages of other sites, and pages of other programs on this machine.
  test.each([
    [{}],
    [{ host: 'evil.example:4000' }],
    [{ host: 'localhost.evil.example:4000' }],
    [{ host: 'localhost:4001' }],
    [{ host: 'localhost' }],
    [{ host: 'localhost:4000@evil.example' }],
    [{ host: '0.0.0.0:4000' }],
    [{ host: 'localhost:4000', origin: 'https://evil.example' }],
    [{ host: 'localhost:4000', origin: 'null' }],
    [{ host: 'localhost:4000', origin: 'http://localhost:3000' }],
    [{ host: 'localhost:4000', origin: 'http://127.0.0.1:4000' }],
    [{ host: 'localhost:4000', 'sec-fetch-site': 'cross-site' }],
    [{ host: 'localhost:4000', 'sec-fetch-site': 'same-site' }],
  ])('%o is refused', (headers) => {
    expect(ownOrigin(headers, 4000)).toBeUndefined()
  })

  test('on the port that browsers leave out is ours without it', () => {
    expect(ownOrigin({ host: 'localhost' }, 80)).toBe('http://localhost')
  })
})

describe('the cookie', () => {
  test('is read by nobody but the server, and only by that of this port', () => {
    expect(sessionCookie(4000, 's')).toBe('cairn_4000=s; HttpOnly; SameSite=Strict; Path=/')
    expect(holdsCookie({ cookie: 'a=b; cairn_4000=s' }, 4000, 's')).toBe(true)
    expect(holdsCookie({ cookie: 'cairn_4000=x; cairn_4000=s' }, 4000, 's')).toBe(true)
  })

  test.each([undefined, '', 'cairn_4000=', 'cairn_4000=t', 'cairn_4000=ss', 'cairn_4001=s', 'xcairn_4000=s'])(
    '%o does not let in',
    (cookie) => {
      expect(holdsCookie(cookie === undefined ? {} : { cookie }, 4000, 's')).toBe(false)
    },
  )
})

describe('a link', () => {
  // Catches a link in a shell history or a log that still opens Cairn.
  test('works once, and for ten minutes', async () => {
    let now = 0
    const links = createLinks({ now: () => now })
    const [first, second, third] = [await links.issue(), await links.issue(), await links.issue()]
    expect(first).toMatch(/^[\w-]{43}$/u)
    expect(await links.redeem(first)).toBe(true)
    expect(await links.redeem(first)).toBe(false)
    expect(await links.redeem('')).toBe(false)
    now = 599_999
    expect(await links.redeem(second)).toBe(true)
    now = 600_000
    expect(await links.redeem(third)).toBe(false)
  })

  test('is one of at most a hundred', async () => {
    const links = createLinks()
    const first = await links.issue()
    const tokens = await Promise.all(Array.from({ length: 100 }, () => links.issue()))
    expect(await links.redeem(first)).toBe(false)
    expect(await links.redeem(tokens[0] ?? '')).toBe(true)
  })
})

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', true],
  ['en-US,en;q=0.9,zh;q=0.8', false],
  ['fr, zh-TW;q=0.5', true],
  ['fr', false],
  ['', false],
])('of the languages %o Chinese is chosen: %s', (header, chinese) => {
  expect(prefersChinese(header)).toBe(chinese)
})

// Catches a browser that opens on a build machine, or on the far end of a remote terminal.
test.each([
  ['linux', { DISPLAY: ':0' }, true, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true, true],
  ['linux', {}, true, false],
  ['linux', { DISPLAY: ':0' }, false, false],
  ['darwin', {}, true, true],
  ['darwin', { CI: 'true' }, true, false],
  ['darwin', { SSH_CONNECTION: '1 2 3 4' }, true, false],
  ['win32', {}, true, true],
] as const)('on %s with %o and terminal %s a browser is opened: %s', (platform, env, isTTY, expected) => {
  expect(mayOpenBrowser({ platform, home: '/', env }, isTTY)).toBe(expected)
})
