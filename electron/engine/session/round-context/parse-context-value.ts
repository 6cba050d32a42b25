import { CairnError } from '@shared/errors'
import type { z } from 'zod'
import { contextFields, type ContextName, contextNames, type RoundContextValues } from './context-schemas'

/** The same schemas, typed so that a name and what its schema gives stay together. */
const fields: { readonly [Name in ContextName]: { readonly schema: z.ZodType<RoundContextValues[Name]> } } =
  contextFields

/**
 * A copy of a value as its name requires it; loggers are kept as they are.
 * @throws CairnError `INVALID_INPUT` that names the key and the part of the value that is wrong.
 */
export function parseContextValue<Name extends ContextName>(name: Name, value: unknown): RoundContextValues[Name] {
  requireName(name)
  const parsed = fields[name].schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw contextRefusal(`${name} cannot hold this value: ${problemsOf(parsed.error)}`, 'Give a value of its type.')
}

/** Refuses a name that the context does not have; names may come from stored files and from models. */
export function requireName(name: string): asserts name is ContextName {
  if (contextNames.some((known) => known === name)) return
  throw contextRefusal(
    `The round context has no key ${JSON.stringify(name)}.`,
    `Use one of ${contextNames.join(', ')}.`,
  )
}

/** What a schema found wrong, each with its path. */
export function problemsOf(error: z.ZodError): string {
  const problems = error.issues.map(({ path, message }) => [...path.map(String), message].join(': '))
  return problems.join('; ')
}

export function contextRefusal(problem: string, action: string): CairnError {
  return new CairnError('INVALID_INPUT', problem, action)
}
