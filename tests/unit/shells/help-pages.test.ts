import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guidePage, installedPackages, licencePage } from '../../../scripts/packaging/help-pages.mjs'

test('the guide is a page; its own links lead on, those to files that are not installed do not', () => {
  const html = guidePage(
    '# The guide\n\nSee [chats](#chats--more), or the [README](../README.md).\n\n## Chats & more\n\n| a |\n| - |\n| b |',
  )
  expect(html).toContain('<h1 id="the-guide">The guide</h1>')
  expect(html).toContain('<a href="#chats--more">chats</a>')
  expect(html).toContain('<h2 id="chats--more">')
  expect(html).toContain('the README.')
  expect(html).toContain('<td>b</td>')
})

// Would catch a licence text that is taken for markup, and packages that are left out or were only used for building.
test('the licences are those of what runs and of what went into the page, as they are written', () => {
  const root = mkdtempSync(join(tmpdir(), 'cairn-licences-'))
  const add = (name: string, license: unknown, text?: string) => {
    mkdirSync(join(root, 'node_modules', name), { recursive: true })
    writeFileSync(join(root, 'node_modules', name, 'package.json'), JSON.stringify({ name, version: '1.0.0', license }))
    if (text !== undefined) writeFileSync(join(root, 'node_modules', name, 'LICENSE.md'), text)
  }
  add('runs', 'MIT', 'Copyright <ann@example.org>')
  add('shown', { type: 'ISC' })
  add('builds', 'MIT')
  const packages = {
    '': {},
    'node_modules/runs': {},
    'node_modules/shown': { dev: true },
    'node_modules/builds': { dev: true },
    'node_modules/elsewhere': { optional: true },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  const found = installedPackages(root, new Set(['shown']))
  expect(found.map(({ name, licence }) => [name, licence])).toEqual([
    ['runs', 'MIT'],
    ['shown', 'ISC'],
  ])
  expect(licencePage(found)).toContain('<pre>Copyright &lt;ann@example.org&gt;</pre>')
  rmSync(root, { recursive: true })
})
