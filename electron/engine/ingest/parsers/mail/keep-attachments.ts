import type { Members } from '../../members/members'
import type { Mail, MailAttachment } from './mail'

/** Makes the attachments of a message, and of messages that came with it, documents of their own. Returns those that are not. */
export async function keepAttachments(
  mail: Mail,
  members: Members | undefined,
  folder = '',
): Promise<Set<MailAttachment>> {
  const unread = new Set<MailAttachment>()
  for (const attachment of mail.attachments) {
    if (!(await isKept(attachment, members, folder))) unread.add(attachment)
  }
  for (const message of mail.messages) {
    const inner = `${folder}${asOnePart(message.subject) || 'Attached message'}/`
    for (const one of await keepAttachments(message, members, inner)) unread.add(one)
  }
  return unread
}

async function isKept(attachment: MailAttachment, members: Members | undefined, folder: string): Promise<boolean> {
  const { name, content, isInline } = attachment
  if (!members || !content || isInline === true) return false
  const path = `${folder}${asOnePart(name) || 'attachment'}`
  return (await members.add({ path, pieces: [content] })) === 'taken'
}

/** A name is no path: some mail programs write whole ones, and subjects may hold anything. */
export function asOnePart(name: string): string {
  return name.replace(/[\\/]+/gu, '_')
}
