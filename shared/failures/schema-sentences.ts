import { z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** What a schema wants, by its own name for it. */
const kinds: Readonly<Record<string, string>> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be a group of named values.',
  record: 'This must be a group of named values.',
}

/** What is allowed where a schema refuses something and has no words of its own; undefined where it is nothing simple. */
function sentenceOf(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : kinds[issue.expected]
    case 'invalid_value':
      return `This must be one of these: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return leastOf(issue.origin, String(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return mostOf(issue.origin, String(issue.maximum), issue.inclusive !== false)
    case 'unrecognized_keys':
      return `This must not have: ${issue.keys.join(', ')}.`
    default:
      return undefined
  }
}

function leastOf(origin: string, least: string, isInclusive: boolean): string | undefined {
  if (origin === 'string')
    return least === '1' ? 'This must not be empty.' : `This must have ${least} characters or more.`
  if (origin === 'array') return least === '1' ? 'This must not be empty.' : `This must have ${least} entries or more.`
  if (origin !== 'number' && origin !== 'int') return undefined
  return isInclusive ? `This must be ${least} or more.` : `This must be more than ${least}.`
}

function mostOf(origin: string, most: string, isInclusive: boolean): string | undefined {
  if (origin === 'string') return `This must have ${most} characters or fewer.`
  if (origin === 'array') return `This must have ${most} entries or fewer.`
  if (origin !== 'number' && origin !== 'int') return undefined
  return isInclusive ? `This must be ${most} or less.` : `This must be less than ${most}.`
}

/** Whether a sentence is one of these, which say what is allowed and not of what. */
export function isSchemaSentence(message: string): boolean {
  return /^This (?:must (?:not )?(?:be|have)|is missing)\b/u.test(message)
}

z.config({ customError: sentenceOf })
