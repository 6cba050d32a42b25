// features-import-no-sibling
import '../chat/chat'
