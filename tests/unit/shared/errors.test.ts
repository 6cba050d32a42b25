import { describe, expect, test } from 'vitest'
import { CairnError, ErrorReport, toCairnError } from '@shared/errors'

const system = (code: string) => Object.assign(new Error(`${code}: the system's words`), { code })

describe('toCairnError', () => {
  test('leaves a typed error as it is', () => {
    const error = new CairnError('NOT_FOUND', 'Gone.', 'Look elsewhere.')
    expect(toCairnError(error)).toBe(error)
  })

  test.each([
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EACCES', 'PERMISSION_DENIED'],
    ['EPERM', 'PERMISSION_DENIED'],
    ['EROFS', 'PERMISSION_DENIED'],
    ['ENOENT', 'FILE_VANISHED'],
    ['ENOTDIR', 'FILE_VANISHED'],
    ['EISDIR', 'INVALID_INPUT'],
  ])('maps %s to %s with something to do about it', (code, expected) => {
    const cause = system(code)
    const error = toCairnError(cause)
    expect(error.code).toBe(expected)
    expect(error.action).not.toBe('')
    expect(error.cause).toBe(cause)
  })

  test('an abort is a cancellation, not a fault', () => {
    expect(toCairnError(new DOMException('stop', 'AbortError')).code).toBe('CANCELLED')
  })

  // Would catch a lookup that finds Object's own properties under a strange code.
  test.each([[system('EWHATEVER')], [system('constructor')], ['a string'], [undefined], [new Error('boom')]])(
    'what nobody expected (%s) is INTERNAL and says what it was',
    (thrown) => {
      const error = toCairnError(thrown)
      expect(error.code).toBe('INTERNAL')
      expect(error.message).toContain(thrown instanceof Error ? thrown.message : String(thrown))
    },
  )

  // Would catch the name of a class in a line that people see on a terminal.
  test('is told by its words alone', () => {
    expect(String(new CairnError('UNREACHABLE', 'It could not be reached.', 'Try later.'))).toBe(
      'It could not be reached.',
    )
  })

  test('a report survives its own schema', () => {
    const report = new CairnError('FILE_EMPTY', 'Nothing in it.', 'Add another.').report()
    expect(ErrorReport.parse(report)).toEqual({ code: 'FILE_EMPTY', message: 'Nothing in it.', action: 'Add another.' })
  })
})
