import { z } from 'zod'
import { jsonIfValid } from '@engine/platform/stored-text'
import { Message } from '@shared/session/session-context'
import { SessionHeader } from '@shared/session/session-view'
import { fitsItsSum } from '@engine/platform/lines/summed-line'

/** A stored header, which sessions in the trash have as well. */
const StoredHeader = SessionHeader.extend({ trashed_at: z.string().nullable().default(null) })
export type StoredHeader = z.infer<typeof StoredHeader>

/** The first line of a compacted file, and the second: what lists and searches read. */
export const HeaderLine = z.object({ header: StoredHeader })
export const SaidLine = z.object({ said: z.array(Message) })

/** A line of a compacted file as an object of its own. */
export function objectOf(line: string): string {
  return `${line.startsWith('{') ? '' : '{'}${line.replace(/,$/u, '')}}`
}

/** The fields of a message that a search reads. */
export function saidIn({ role, content, turn_id, replaces }: Message): Message {
  return { role, content, turn_id, ...(replaces === undefined ? {} : { replaces }) }
}

/** What a line of a compacted file says; undefined where it is damaged, or was changed. */
export function valueOf<Schema extends z.ZodType>(schema: Schema, line: string): z.output<Schema> | undefined {
  const text = objectOf(line)
  return fitsItsSum(text) ? schema.safeParse(jsonIfValid(text)).data : undefined
}
