/** What the browser lets this page say through the system, while nobody looks at it. */
export type NoticePermission = 'granted' | 'refused' | 'unasked' | 'missing'

export function noticePermission(): NoticePermission {
  if (!('Notification' in window)) return 'missing'
  const { permission } = Notification
  if (permission === 'default') return 'unasked'
  return permission === 'granted' ? 'granted' : 'refused'
}

/** Asks the user, where that was not done; only after something they pressed. */
export async function askForNotices(): Promise<NoticePermission> {
  if (noticePermission() === 'unasked') await Notification.requestPermission()
  return noticePermission()
}

export interface SystemNotice {
  readonly title: string
  readonly body: string
  /** Notices of one tag take each other's place, also those of other tabs. */
  readonly tag: string
  readonly onPress: () => void
}

/** Shows it where the user has allowed that. */
export function showNotice({ title, body, tag, onPress }: SystemNotice): void {
  if (noticePermission() !== 'granted') return
  const notice = new Notification(title, { body, tag })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
    onPress()
  })
}
