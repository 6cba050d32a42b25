import { expect, it } from 'vitest'
import { answerWithSources, plainWithSources } from '@renderer/features/chat/turn/copy-text'
import { compose, evidenceItem } from './answer-fixture'

it('names the heading and the page of what is cited, not of where the passage begins', () => {
  const text = 'Under the first heading. Under the second.'
  const item = {
    ...evidenceItem(1, 'pdf', text),
    heading_path: ['First'],
    page: 1,
    places: [
      { start: 100, heading_path: ['First'], page: 1 },
      { start: 125, heading_path: ['Second'], page: 2 },
    ],
  }
  const { response, refs } = compose([{ text: 'Under the second.', number: 1, item: false }])
  const cited = refs.map((ref) => ({ ...ref, selector: `chars:25-${text.length}` }))
  const copied = answerWithSources(
    { response, refs: cited, evidence: [item] },
    { sources: 'Sources', gone: 'gone', place: (unit, page) => `${unit} ${page}` },
  )
  expect(copied).toContain('- \\[1\\] file-1 — Second, page 2\n  > Under the second.')
})

// Would catch sources that cannot be looked up without Cairn, and marks of Markdown in a letter.
it('gives each quotation once, and without marks where plain text is wanted', () => {
  const text = `**Two** metres deep.\n${'A long row of words. '.repeat(40)}`
  const item = { ...evidenceItem(1, 'markdown', text), document_name: 'lake_depth.md' }
  const { response, refs } = compose([{ text: 'It is **two** metres deep.', number: 1, item: false }])
  const [ref] = refs
  const cited = ref
    ? [
        { ...ref, selector: 'chars:0-20' },
        { ...ref, selector: 'chars:0-20' },
        { ...ref, selector: 'chars:21-800' },
      ]
    : []
  const words = { sources: 'Sources', gone: 'gone', place: () => '' }
  const plain = plainWithSources({ response, refs: cited, evidence: [item] }, words)
  expect(plain).toMatch(/^It is two metres deep\. \[1\]\n\nSources\n\[1\] lake_depth\.md\n {4}“Two metres deep\.”\n/u)
  expect(plain.match(/metres deep/gu)).toHaveLength(2)
  expect(plain.split('\n').at(-2)).toMatch(/^ {4}“A long row.{300,400}…”$/u)
})

it('leaves out a quotation that another holds', () => {
  const text = 'The hut was opened on 12 June 1968.'
  const { response, refs } = compose([{ text: '12 June 1968', number: 1, item: false }])
  const cited = ['chars:22-34', 'chars:0-34'].flatMap((selector) => refs.map((ref) => ({ ...ref, selector })))
  const copied = { response, refs: cited, evidence: [evidenceItem(1, 'txt', text)] }
  const plain = plainWithSources(copied, { sources: 'Sources', gone: 'gone', place: () => '' })
  expect(plain.match(/“.*”/gu)).toEqual(['“The hut was opened on 12 June 1968”'])
})
