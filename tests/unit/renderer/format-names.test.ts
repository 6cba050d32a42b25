import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { notesFormat } from '@shared/documents'
import { parsers } from '@engine/ingest/parsers/registry'

const folder = join(import.meta.dirname, '../../../renderer/locales')
const Names = z.object({ format: z.record(z.string(), z.string()) })
const Welcome = z.object({ formats: z.string() })

function read(language: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, language, `${file}.json`), 'utf8'))
}

/** The word of the welcome that a format goes by, in English and Chinese. */
const promised: Readonly<Record<string, readonly [string, string]>> = {
  ...{ pdf: ['PDF', 'PDF'], docx: ['Word', 'Word'], doc: ['Word', 'Word'], rtf: ['Word', 'Word'] },
  ...{ xlsx: ['Excel', 'Excel'], xls: ['Excel', 'Excel'], pptx: ['PowerPoint', 'PowerPoint'] },
  ...{
    odt: ['OpenDocument', 'OpenDocument'],
    odp: ['OpenDocument', 'OpenDocument'],
    ods: ['OpenDocument', 'OpenDocument'],
  },
  ...{ zip: ['archives', '压缩包'], tar: ['archives', '压缩包'], gzip: ['archives', '压缩包'] },
  ...{ mbox: ['mailboxes', '邮箱'], image: ['scans and pictures', '扫描件和图片'] },
  ...{ eml: ['e-mail', '电子邮件'], msg: ['e-mail', '电子邮件'], epub: ['e-books', '电子书'] },
  ...{
    html: ['web pages', '网页'],
    mhtml: ['web pages', '网页'],
    markdown: ['Markdown', 'Markdown'],
    org: ['Org', 'Org'],
  },
  ...{ rst: ['text', '纯文本'], asciidoc: ['text', '纯文本'], text: ['text', '纯文本'], code: ['code', '代码'] },
  ...{ latex: ['LaTeX', 'LaTeX'], ipynb: ['notebooks', 'Jupyter'], csv: ['tables', '表格'] },
  ...{ bibtex: ['bibliographies', '文献'], ris: ['bibliographies', '文献'], 'csl-json': ['bibliographies', '文献'] },
  ...{ vcard: ['contacts', '通讯录'], icalendar: ['calendars', '日历'], subtitles: ['subtitles', '字幕'] },
}

describe('names of formats', () => {
  it.each(['en', 'zh'])('stand in the library and the viewer for every format that is read (%s)', (language) => {
    for (const file of ['library', 'viewer']) {
      const { format } = Names.parse(read(language, file))
      expect(parsers.map((parser) => parser.format).filter((name) => format[name] === undefined)).toEqual([])
    }
  })

  it('are among what the welcome promises, for every format that is read', () => {
    const [english, chinese] = ['en', 'zh'].map((language) => Welcome.parse(read(language, 'welcome')).formats)
    // Nobody brings notebooks: Cairn writes them itself.
    for (const { format } of parsers.filter((one) => one.format !== notesFormat)) {
      const words = promised[format]
      expect(words, format).toBeDefined()
      expect(english).toContain(words?.[0])
      expect(chinese).toContain(words?.[1])
    }
  })
})
