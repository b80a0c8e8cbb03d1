import { CustomerCare } from '#client/features/auth/admin/CustomerCare.tsx';
import { UserOrders } from '#client/features/orders/admin/UserOrders.tsx';
import { Users } from '#client/features/users/admin/Users.tsx';

const parts = { Orders: UserOrders, Care: CustomerCare };

/** The list of users, with what other features show of one of them. */
export const UsersScreen = () => <Users parts={parts} />;
