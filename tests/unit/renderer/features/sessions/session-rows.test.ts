import type { SessionHeader } from '@shared/session/session-view'
import { describe, expect, it } from 'vitest'
import { rowBeside, rowToFocus } from '@renderer/features/sessions/row-to-focus'
import { groupSessions, shownSnippet } from '@renderer/features/sessions/session-rows'

const now = new Date(2024, 4, 20, 9).getTime()
const header = (id: string, daysAgo: number, pinned = false): SessionHeader => {
  const time = new Date(now - daysAgo * 86_400_000).toISOString()
  return { id, title: id, message_count: 2, created_at: time, updated_at: time, pinned }
}

function shown(headers: readonly SessionHeader[], closed: ReadonlySet<string> = new Set()): string[] {
  return groupSessions(headers, { now, language: 'en', closed }).map((row) => {
    if (row.kind === 'group') return `# ${row.group}`
    return row.kind === 'session' ? row.header.id : `${row.open ? 'v' : '>'} ${row.name} ${row.count}`
  })
}

describe('groupSessions', () => {
  it('puts a heading where a group begins and nowhere else', () => {
    const headers = [
      header('p', 40, true),
      header('future', -1),
      header('a', 0),
      header('b', 1),
      header('c', 3),
      header('d', 6),
      header('e', 7),
    ]
    const rows = shown(headers)
    const expected = ['# pinned', 'p', '# today', 'future', 'a', '# yesterday', 'b', '# week', 'c', 'd', '# older', 'e']
    expect(rows).toEqual(expected)
  })

  it('puts folders by name between what is pinned and the rest, and hides the chats of a closed one', () => {
    const into = (folder: string, one: SessionHeader) => ({ ...one, folder })
    const headers = [
      into('Water 10', header('w', 0, true)),
      header('p', 0, true),
      into('Water 9', header('x', 1)),
      into('Water 10', header('y', 2)),
      header('a', 0),
    ]
    const open = ['# pinned', 'p', 'v Water 9 1', 'x', 'v Water 10 2', 'w', 'y', '# today', 'a']
    expect(shown(headers)).toEqual(open)
    expect(shown(headers, new Set(['Water 10', 'gone']))).toEqual([
      ...['# pinned', 'p', 'v Water 9 1', 'x', '> Water 10 2', '# today', 'a'],
    ])
  })

  it('makes nothing of nothing', () => {
    expect(shown([])).toEqual([])
  })
})

describe('rowToFocus', () => {
  it('goes on to the row beside one that is deleted', () => {
    const rows = ['', 'a', '', 'b']
    expect(rowBeside(1, rows)).toBe(3)
    expect(rowBeside(3, rows)).toBe(1)
    expect(rowBeside(1, ['', 'a'])).toBe(-1)
  })

  const ids = ['', 'a', 'b', '', 'c']

  it('steps over headings and stops at the ends', () => {
    expect(rowToFocus('ArrowDown', 2, ids)).toBe(4)
    expect(rowToFocus('ArrowUp', 4, ids)).toBe(2)
    expect(rowToFocus('ArrowUp', 1, ids)).toBeNull()
    expect(rowToFocus('ArrowDown', 4, ids)).toBeNull()
    expect(rowToFocus('Home', 4, ids)).toBe(1)
    expect(rowToFocus('End', 1, ids)).toBe(4)
  })

  it('leaves other keys alone', () => {
    expect(rowToFocus('Enter', 1, ids)).toBeNull()
    expect(rowToFocus('toString', 1, ids)).toBeNull()
  })
})

describe('shownSnippet', () => {
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
})
