import { describe, expect, it } from 'vitest'
import { outsideAddress } from '@renderer/ui/documents/safe-link'

describe('outsideAddress', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    'file:///etc/passwd',
    'cairn://x',
    '//host/x',
    '/x',
    '#x',
    '',
    'vbscript:x',
    `https://a.example/${'x'.repeat(2000)}`,
    `https://a.example/${'\u00e9'.repeat(500)}`,
  ])('opens nothing for %j', (href) => {
    expect(outsideAddress(href)).toBeNull()
  })

  it('tells where a look-alike host really leads', () => {
    expect(outsideAddress('https://аpple.com/x')).toBe('https://xn--pple-43d.com/x')
    expect(outsideAddress('mailto:a@b.c')).toBe('mailto:a@b.c')
  })
})
