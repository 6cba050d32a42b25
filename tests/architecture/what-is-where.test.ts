import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { commands } from '@shells/terminal/commands/command-list'
import { describe, expect, test } from 'vitest'
import { allCalls, type Caller, isCalledFrom } from './api-callers'
import { plumbing, rows, tableLines } from './what-is-where'

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/user-guide.md'), 'utf8')

/** The calls that the rows say are made from a place. */
function claimed(caller: Caller): string[] {
  if (caller === 'others') return [...plumbing.others]
  const own = rows.flatMap((row) => [
    ...(row[caller] === null ? [] : (row.calls ?? [])),
    ...((caller === 'window' ? row.windowCalls : row.commandCalls) ?? []),
  ])
  return [...own, ...plumbing.both, ...(caller === 'window' ? plumbing.window : [])]
}

describe('what is where', () => {
  // Would catch a call that is added to the contract and that nobody ever makes, and one that stands in no row.
  test('every call of the contract belongs to one row, or is plumbing', () => {
    const named = [
      ...rows.flatMap(({ calls = [], windowCalls = [], commandCalls = [] }) => [
        ...calls,
        ...windowCalls,
        ...commandCalls,
      ]),
      ...Object.values(plumbing).flat(),
    ]
    expect(named.toSorted()).toEqual(allCalls.toSorted())
  })

  // Would catch a row that says something can be done where no source makes the call, and the other way round.
  test.each(['window', 'command'] as const)('what the rows say of the %s is what its source calls', (caller) => {
    const made = allCalls.filter((path) => isCalledFrom(caller, path))
    expect(made.toSorted()).toEqual(claimed(caller).toSorted())
  })

  test('what only other programs ask is asked by a door', () => {
    expect(claimed('others').filter((path) => !isCalledFrom('others', path))).toEqual([])
  })

  // Would catch a command or an option that the table names and that is gone.
  test('the commands of the table exist, with the words and options behind them', () => {
    const wrong = rows
      .flatMap(({ command }) => [...(command ?? '').matchAll(/`cairn ([^`]+)`/gu)])
      .flatMap(([, line = '']) => {
        const [name, ...words] = line.split(' ')
        const found = commands.find((one) => one.name === name)
        return found && words.every((word) => found.usage.includes(word)) ? [] : [line]
      })
    expect(wrong).toEqual([])
  })

  test('the table of the user guide is these rows', () => {
    const table = guide.split('## What is where\n')[1]?.split('\n## ')[0] ?? ''
    const lines = table.split('\n').filter((line) => line.startsWith('|'))
    const trimmed = (all: readonly string[]) =>
      all.map((line) => line.replaceAll(/\s*\|\s*/gu, '|').replaceAll(/-{3,}/gu, '---'))
    expect(trimmed(lines)).toEqual(trimmed(tableLines()))
  })
})
