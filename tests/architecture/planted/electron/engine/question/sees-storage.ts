// question-is-read-from-its-text-alone
import '../storage/table'
