// state-and-bridge-know-no-feature
import '../features/chat/chat'
