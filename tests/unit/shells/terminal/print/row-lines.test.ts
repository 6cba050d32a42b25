import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import { RowLines } from '@shells/terminal/print/row-lines'

const table = '| Colour | Alarms | Longest |\n| --- | --- | --- |\n| Red | 0 | |\n| Orange | 2 | 3 h |'
const evidence: EvidenceItem = {
  ...{ number: 1, evidence_id: 'e1', kind: 'kb', document_id: 'd1', document_name: 'log.md', format: 'markdown' },
  ...{ heading_path: [], page: null, start: 0, end: table.length, text: table, score: 1 },
}

function shown(pieces: readonly string[], items: readonly EvidenceItem[] = [evidence]): string {
  const lines = new RowLines()
  lines.evidence = items
  return pieces.map((piece) => lines.add(piece)).join('') + lines.rest()
}

const answer =
  'These come closest:\n\n- Colour | Alarms | Longest [1]\n- Orange | 2 | 3 h [1]\n- None | of | it [1]\n\nNo more.'

describe('rows of tables in an answer at the terminal', () => {
  // Catches rows that read "Orange | 2 | 3 h", of which nobody can tell what they count.
  it('name the column of each value, wherever the stream is cut', () => {
    const whole = shown([answer])
    expect(whole).toBe(
      'These come closest:\n\n- Colour · Alarms · Longest [1]\n- Colour: Orange · Alarms: 2 · Longest: 3 h [1]\n- None | of | it [1]\n\nNo more.',
    )
    for (const size of [1, 2, 7]) {
      expect(shown(answer.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [])).toBe(whole)
    }
  })

  it('hold back no line that cannot be one, and none where no table is quoted', () => {
    const lines = new RowLines()
    lines.evidence = [evidence]
    expect(lines.add('A sentence that')).toBe('A sentence that')
    expect(lines.add(' goes on\n- and')).toBe(' goes on\n')
    expect(lines.rest()).toBe('- and')
    expect(lines.add('x')).toBe('x')
    lines.evidence = []
    expect(lines.add('\n- Red')).toBe('\n- Red')
  })
})
