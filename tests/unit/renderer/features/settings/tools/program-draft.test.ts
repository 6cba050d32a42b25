import { describe, expect, it } from 'vitest'
import { emptyDraft, readProgram } from '@renderer/features/settings/tools/program-draft'

const files = { ...emptyDraft, name: 'files', place: 'npx' }

describe('a program as it is typed', () => {
  it('becomes a server that Cairn starts', () => {
    const draft = { ...files, args: '-y\n server-filesystem \n\n/home/me/my notes', variables: 'KEY=a=b\nMODE = plain' }
    expect(readProgram(draft, 'command', [])).toEqual({
      name: 'files',
      enabled: true,
      type: 'stdio',
      command: 'npx',
      args: ['-y', ' server-filesystem ', '/home/me/my notes'],
      env: { KEY: 'a=b', MODE: 'plain' },
    })
  })

  it('becomes an address with its headers', () => {
    const draft = { ...files, place: ' http://127.0.0.1:3001/mcp ', variables: 'Authorization: Bearer a:b' }
    expect(readProgram(draft, 'address', [])).toMatchObject({
      type: 'http',
      url: 'http://127.0.0.1:3001/mcp',
      headers: { Authorization: 'Bearer a:b' },
    })
  })

  it.each([
    ['name', { name: 'my files' }],
    ['taken', { name: 'Notes' }],
    ['command', { place: ' ' }],
    ['args', { args: 'a\n'.repeat(101) }],
    ['variables', { variables: 'KEY' }],
    ['variables', { variables: '1 KEY=a' }],
  ] as const)('says what is wrong with its %s', (problem, change) => {
    expect(readProgram({ ...files, ...change }, 'command', ['notes'])).toBe(problem)
  })

  it('says that an address is none', () => {
    expect(readProgram({ ...files, place: 'localhost 3001' }, 'address', [])).toBe('address')
  })
})
