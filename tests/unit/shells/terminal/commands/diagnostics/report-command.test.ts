import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { terminal } from '../../terminal'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('cairn report', () => {
  it('prints the report', async () => {
    const { code, out } = await terminal().run('report')
    expect(code).toBe(0)
    expect(out).toContain('# Report on Cairn')
  })

  it('saves nothing that nobody has agreed to', async () => {
    const path = join(folder, 'report.md')
    const { code, out, err } = await terminal().run('report', path)
    expect(code).toBe(1)
    expect(out).toContain('# Report on Cairn')
    expect(err).toContain('Not saved')
    expect(existsSync(path)).toBe(false)
  })

  it('saves what was shown, with --yes', async () => {
    const { code, out, err } = await terminal().run('report', folder, '--yes')
    expect(code).toBe(0)
    expect(readFileSync(join(folder, 'cairn-report.md'), 'utf8')).toBe(out)
    expect(err).toContain('Nothing was sent')
  })
})
