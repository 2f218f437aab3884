// What the first paint of any page needs, the login included. The order matters: of two rules of the same specificity the later one wins.
import './tokens.css';
import './fonts.css';
import './elements.css';
import './helpers.css';
import '../components/button.css';
import './field.css';
import '../components/menu.css';
import '../components/tooltip.css';
import '../components/dialog.css';
import '../phone/flag.css';
import '../components/made-up-mark.css';
import '../components/status-mark.css';
