import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { createParsePool } from '@engine/ingest/parsing/parse-pool'
import { realFiles } from '../../real-files'
import { expectSound } from './parse-text'
import { structureOf, textOf } from './parsed-file'

const files = readdirSync(realFiles, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()

describe('real files of many formats, some broken on purpose', () => {
  const pool = createParsePool()
  afterAll(() => pool.close())

  it.each(files.map((path) => [relative(realFiles, path), path]))(
    '%s is read, or refused in words',
    async (_, path) => {
      try {
        const parsed = await pool.parse({ path, name: basename(path) })
        const [text, structure] = [textOf(parsed), structureOf(parsed)]
        expectSound({ text, structure })
        expect(parsed.chunks.length).toBeGreaterThan(0)
        for (const chunk of parsed.chunks) expect(chunk.text).toBe(text.slice(chunk.start, chunk.end))
      } catch (thrown) {
        if (!(thrown instanceof CairnError)) throw thrown
        expect(thrown.code).not.toBe('INTERNAL')
        expect(thrown.message).not.toBe('')
        expect(thrown.action).not.toBe('')
      }
    },
  )
})
