import { expect, it } from 'vitest'
import { shownSnippet } from '@renderer/features/sessions/shown-snippet'

it.each([
  ['What does the Pine room cost?', 'What does the Pine room cost?', ''],
  [
    '… The **Larch room** costs [46 EUR](https://x.example). [1]\n\nIt …',
    'Prices',
    '… The Larch room costs 46 EUR. It …',
  ],
  ['- Room | Beds [1]\n- `Pine` | 2 [1]', 'Prices', 'Room | Beds / Pine | 2'],
])('shows %j of a chat called %j as %j', (snippet, title, shown) => {
  expect(shownSnippet(snippet, title)).toBe(shown)
})
