import { unzipSync } from 'fflate'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { exportChat } from '@engine/research/export/export-report'
import { chatPage } from '@engine/research/notes/chat-page'
import { recordedSession } from '../../session/export/recorded-session'

const chat = recordedSession('huts', [
  { id: 'a', question: 'When was the hut opened?', cites: [{ says: 'The hut was opened in 1921.' }] },
  {
    id: 'b',
    question: 'And the mast?\nBoth of them.',
    cites: [{ says: 'The mast fell.' }, { says: 'Another stands <b>now</b> & here.' }],
  },
  { id: 'c', question: 'Who?', cites: [], status: 'cancelled' },
])

describe('a chat as pages', () => {
  // Catches a second answer whose [1] leads to the source of the first.
  it('counts its sources on from answer to answer, and keeps the order of the questions', () => {
    const { blocks, sources, title } = chatPage(chat)
    expect(title).toBe('About huts')
    expect(
      sources.map(({ number, text, cited }) => [number, cited.map((one) => text.slice(one.start, one.end))]),
    ).toEqual([
      [1, ['The hut was opened in 1921.']],
      [2, ['The mast fell.']],
      [3, ['Another stands <b>now</b> & here.']],
    ])
    expect(blocks.flatMap((block) => (block.type === 'heading' ? block.text : []))).toEqual([
      'When was the hut opened?',
      'And the mast?',
      'Who?',
    ])
    const marks = blocks.flatMap((block) =>
      block.type === 'paragraph' ? block.inlines.flatMap((one) => ('mark' in one ? one.mark : [])) : [],
    )
    expect(marks).toEqual([1, 2, 3])
  })

  it('says what became of an answer that is not whole, in the language of the chat', () => {
    const words = (locale: string) =>
      JSON.stringify(chatPage({ ...chat, meta: { ...chat.meta, locale } }).blocks.slice(-3))
    expect(words('en')).toContain('cancelled')
    expect(words('zh-CN')).toContain('取消')
    expect(chatPage({ ...chat, meta: { ...chat.meta, locale: 'zh-CN' } }).about[0]).toMatch(/^创建时间：2026/u)
  })

  it('is written for Word with its words as text, and as PDF', async () => {
    const docx = await exportChat(chat, 'docx')
    expect(docx.name).toBe('About huts.docx')
    const xml = Buffer.from(unzipSync(docx.bytes)['word/document.xml'] ?? new Uint8Array()).toString('utf8')
    expect(xml).toContain('&lt;b&gt;now&lt;/b&gt; &amp; here.')
    expect(xml).toContain('w:anchor="source_3"')
    const pdf = await getDocumentProxy(new Uint8Array((await exportChat(chat, 'pdf')).bytes))
    const { items } = await (await pdf.getPage(1)).getTextContent()
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('The mast fell.')
  })

  it('of a chat without a question is a page with its title', () => {
    expect(chatPage(recordedSession('none', []))).toMatchObject({ title: 'About none', blocks: [], sources: [] })
  })
})
