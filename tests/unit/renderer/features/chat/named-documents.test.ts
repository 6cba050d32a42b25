import { describe, expect, it } from 'vitest'
import { namedDocuments } from '@renderer/features/chat/turn/broke-off-text'
import { aDocument } from './document-fixture'

describe('namedDocuments', () => {
  it('finds the documents a refusal names, in its order, in both languages', () => {
    const documents = [
      aDocument({ id: 'a', title: 'Lake' }),
      aDocument({ id: 'b', title: '规程' }),
      aDocument({ id: 'c', title: '' }),
    ]
    expect(namedDocuments('The nearest documents are “规程”, “Lake”.', documents).map(({ id }) => id)).toEqual([
      'b',
      'a',
    ])
    expect(namedDocuments('最接近的文档是《规程》。', documents).map(({ id }) => id)).toEqual(['b'])
    expect(namedDocuments('Lake 规程', documents)).toEqual([])
  })
})
