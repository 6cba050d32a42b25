import { z } from 'zod'
import { ShortcutAction } from './settings'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/u)

/**
 * What the window shell tells its page, as the data of a `message` event whose source is the window itself: `command`
 * stands for a shortcut's action chosen in the native menu, `open` for what a link leads to (`range` is 0-based and
 * half-open, in the document's extracted text), `ask` is a question of the small window, `unlock` asks for the
 * passphrase of an encrypted store, which the page cannot be given before (`wrong`: the last one was). None is sent before the page has asked for its port.
 */
export const WindowMessage = z.discriminatedUnion('cairn', [
  z.object({ cairn: z.literal('command'), name: ShortcutAction }),
  z.object({ cairn: z.literal('unlock'), wrong: z.boolean() }),
  z.object({ cairn: z.literal('ask'), question: z.string().trim().min(1) }),
  z.object({
    cairn: z.literal('open'),
    session: id.nullish(),
    research: id.nullish(),
    document: id.nullish(),
    range: z
      .object({ start: z.number().int().nonnegative(), end: z.number().int().nonnegative() })
      .refine(({ start, end }) => start < end)
      .nullish()
      .catch(null),
  }),
])
export type WindowMessage = z.infer<typeof WindowMessage>
