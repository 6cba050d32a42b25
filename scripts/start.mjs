// `npm start`: until there is a window, a conversation in the terminal about the sample documents.
process.argv.splice(2, 0, 'start')
await import('./cairn.mjs')
