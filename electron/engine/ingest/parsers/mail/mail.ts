import type { Block, Gap } from '@shared/documents'

/** A file that came with a message; `size` in bytes. */
export interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly size: number
  /** Its bytes; absent where they cannot be had. */
  readonly content?: Uint8Array | undefined
  /** A picture inside the body, such as a logo: part of how the message looks. */
  readonly isInline?: boolean | undefined
}

/** A message, whatever file it was kept in. */
export interface Mail {
  readonly subject: string
  /** From, To, Cc, Date, Subject and the like as people read them, in this order; none is empty. */
  readonly fields: ReadonlyMap<string, string>
  /** Line breaks are `\n`. */
  readonly text: string
  readonly html: string
  readonly attachments: readonly MailAttachment[]
  /** Messages that came with it. */
  readonly messages: readonly Mail[]
  readonly gaps: readonly Gap[]
}

/** A stretch of a message's body: the sender's own words, or an older mail that is quoted, with who and when where it says so. */
export type MailPiece =
  | { readonly kind: Block['kind']; readonly text: string; readonly level?: number | undefined }
  | { readonly by: string; readonly quoted: readonly MailPiece[] }
