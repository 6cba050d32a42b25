import rehypeHighlight from 'rehype-highlight'
import type { Pluggable } from 'unified'

/** Colours code whose language is named; guessing would be slow and often wrong. */
export const highlight: Pluggable = [rehypeHighlight, { detect: false, plainText: ['math'] }]
