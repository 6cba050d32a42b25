const asked = {
  en: [
    /\b(?:did|have|had|do)\s+(?:we|you|i)\b[^?.]*?\b(?:decid|discuss|talk|sa(?:y|id)|spoke|speak|ask|conclud|agree|answer|settl|mention|tell|told)\w*/iu,
    /\b(?:earlier|previous|past|last|other)\s+(?:chats?|conversations?|sessions?|answers?)\b/iu,
    /\b(?:we|you)\s+(?:decided|discussed|talked|concluded|agreed|settled|said)\b/iu,
  ],
  zh: [
    /(?:我们|咱们|你|我)(?:上次|上回|之前|以前|先前|前面|昨天|曾经|刚才)?[^，。？！]{0,8}?(?:决定|讨论|说过|说了|聊过|聊到|谈过|谈到|问过|问到|提到过|商量|定下|答复|得出)/u,
    /(?:上次|上回|之前|以前|先前|早先)的?(?:对话|聊天|会话|回答|提问)/u,
  ],
}

/** The words that make it a question about earlier chats; what is left is what it is about. */
const frame =
  /\b(?:what|when|where|why|how|which|did|have|had|do|does|we|you|i|us|me|about|on|regarding|decid\w*|discuss\w*|talk\w*|sa(?:y|id)|spoke|speak|ask\w*|conclud\w*|agree\w*|answer\w*|settl\w*|mention\w*|tell|told|earlier|previous\w*|past|last|other|chats?|conversations?|sessions?|time|in|our|the|to)\b|我们|咱们|关于|有关|上次|上回|之前|以前|先前|前面|昨天|曾经|刚才|决定|讨论|说过|说了|聊过|聊到|谈过|谈到|问过|问到|提到过|商量|定下|答复|得出|对话|聊天|会话|回答|提问|什么|怎么|哪些|如何|过|了|的|吗|呢|对|就|我|你/giu

/** What a question about earlier chats is about; null for any other question, and where it names nothing. */
export function recalledTopic(question: string): string | null {
  if (![...asked.en, ...asked.zh].some((pattern) => pattern.test(question))) return null
  const topic = question
    .replace(frame, ' ')
    .replace(/[^\p{L}\p{N}\s_.-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return /[\p{L}\p{N}]{2}/u.test(topic) ? topic : null
}
