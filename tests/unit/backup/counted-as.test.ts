import { expect, test } from 'vitest'
import { countedAs } from '@engine/backup/small-files'

// Would catch a run that counts twice, by its answers and by its head.
test.each([
  ['evaluation/sets/e_1.json', 'question_sets'],
  ['evaluation/runs/v_1.jsonl', 'evaluation_runs'],
  ['evaluation/runs/v_1.json', undefined],
  ['settings.json', undefined],
])('%s counts as %s', (name, counted) => {
  expect(countedAs(name)).toBe(counted)
})
