import { expect, it } from 'vitest'
import { isNameAgain } from '@renderer/ui/text/safe-name'

// Would catch lists in which every other document is named twice, and a title that is left out though it says more.
it.each([
  ['tickets', 'tickets.csv', true],
  ['Teams chat', 'teams_chat.docx', true],
  ['预算-2025', '预算-2025.csv', true],
  ['hut', 'letters.zip › hut.md', true],
  ['Annual Report 2024', 'annual-report-2024.pdf', true],
  ['Kestrel Col Station: Annual Report 2024', 'annual-report-2024.pdf', false],
])('tells whether the title %j only says the name %j again', (title, name, expected) => {
  expect(isNameAgain(title, name)).toBe(expected)
})
