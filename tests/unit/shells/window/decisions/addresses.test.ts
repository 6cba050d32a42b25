import { describe, expect, test } from 'vitest'
import { WindowMessage } from '@shared/window-messages'
import { placeOf } from '@shells/window/decisions/deep-link'
import { isOriginal, isPage, mayOpenOutside, mayRequest, mayUse } from '@shells/window/decisions/page-address'

const devTools = false

describe('where the page may be', () => {
  // Would catch a window that can be sent to a stranger's page, or to a document shown as a page.
  test.each([
    ['cairn://app/index.html', true],
    ['cairn://app/index.html#/chat/s_1?doc=d', true],
    ['cairn://app/', true],
    ['cairn://app/documents/d1/original', false],
    ['cairn://app/index.html?x=1', false],
    ['cairn://app.evil.example/index.html', false],
    ['cairn://evil/index.html', false],
    ['cairn://user@app/index.html', false],
    ['cairn:app/index.html', false],
    ['https://app/index.html', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['data:text/html,<script>alert(1)</script>', false],
    ['about:blank', false],
    ['', false],
  ])('%s: %s', (url, allowed) => expect(isPage(url)).toBe(allowed))
})

describe('what the page may load', () => {
  // Would catch a remote picture in a document telling its author that it was read.
  test.each([
    ['cairn://app/assets/index-abc.js', true],
    ['blob:cairn://app/4a1c', true],
    ['data:image/png;base64,AAAA', true],
    ['https://example.org/pixel.png', false],
    ['http://127.0.0.1:8080/', false],
    ['ws://localhost:1/', false],
    ['file:///home/user/.ssh/id_rsa', false],
    ['ftp://example.org/', false],
    ['chrome-extension://abc/x.js', false],
    ['devtools://devtools/bundled/inspector.html', false],
    ['cairn://session/s_1', false],
    ['not an address', false],
  ])('%s: %s', (url, allowed) => expect(mayRequest(url, { devTools })).toBe(allowed))

  test('the inspector may load itself only where there is one', () => {
    expect(mayRequest('devtools://devtools/bundled/inspector.html', { devTools: true })).toBe(true)
  })
})

describe('permissions, downloads and links', () => {
  // Would catch a page that reads the clipboard, or a frame of another origin that writes it.
  test('only our own page may write text to the clipboard, and nothing else', () => {
    expect(mayUse('clipboard-sanitized-write', 'cairn://app/')).toBe(true)
    expect(mayUse('clipboard-sanitized-write', 'https://example.org/')).toBe(false)
    for (const other of ['clipboard-read', 'media', 'geolocation', 'notifications', 'openExternal', 'fileSystem']) {
      expect(mayUse(other, 'cairn://app/')).toBe(false)
    }
  })

  test('only kept originals are downloads', () => {
    expect(isOriginal('cairn://app/documents/7f3a-1/original')).toBe(true)
    expect(isOriginal('cairn://app/documents/a/b/original')).toBe(false)
    expect(isOriginal('cairn://app/index.html')).toBe(false)
    expect(isOriginal('https://app/documents/d/original')).toBe(false)
  })

  // Would catch a link in a document that starts a program.
  test.each([
    ['https://example.org/a?b=c', true],
    ['mailto:someone@example.org', true],
    ['file:///C:/Windows/System32/calc.exe', false],
    ['smb://host/share', false],
    ['ms-settings:', false],
    ['javascript:alert(1)', false],
    ['cairn://session/x', false],
    ['//example.org', false],
  ])('%s may be opened outside: %s', (url, allowed) => expect(mayOpenOutside(url)).toBe(allowed))
})

describe('deep links', () => {
  test.each([
    ['cairn://session/s_4f-A', { session: 's_4f-A' }],
    ['cairn://session/s_1/', { session: 's_1' }],
    ['cairn://document/d1', { document: 'd1', range: null }],
    ['cairn://document/d1?chars=10-25', { document: 'd1', range: { start: 10, end: 25 } }],
    // Some systems put a slash behind the host or path.
    ['cairn://document/d1/?chars=010-25', { document: 'd1', range: { start: 10, end: 25 } }],
    // A range that is none still names its document.
    ['cairn://document/d1?chars=25-25', { document: 'd1', range: null }],
  ])('%s leads to %o', (link, place) => {
    expect(WindowMessage.parse(placeOf(link))).toEqual({ cairn: 'open', ...place })
  })

  // Would catch a link that loads a page, injects into the address, or smuggles parameters.
  test.each([
    'cairn://app/index.html',
    'cairn://session/',
    'cairn://session/a/b',
    'cairn://session/a?doc=x',
    'cairn://session/a#/settings',
    'cairn://session/%2e%2e',
    'cairn://session/a\n',
    `cairn://session/${'a'.repeat(65)}`,
    'cairn://document/d1?chars=1-2&x=1',
    'cairn://document/d1?chars=1-2e9',
    'CAIRN://session/a',
    'https://session/a',
    '',
  ])('%j leads nowhere', (link) => expect(placeOf(link)).toBeNull())
})
