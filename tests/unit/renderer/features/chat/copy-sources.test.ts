import { expect, it } from 'vitest'
import { answerWithSources } from '@renderer/features/chat/turn/copy-text'
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
    { sources: 'Sources', place: (unit, page) => `${unit} ${page}` },
  )
  expect(copied).toContain('- \\[1\\] file-1 — Second, page 2')
})
