// acts-of-the-user-are-the-users
import '../tools/consent/user-act'
