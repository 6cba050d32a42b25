// question-is-read-once
import '../question/words/word'
