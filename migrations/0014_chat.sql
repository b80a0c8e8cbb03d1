CREATE TABLE "agent_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"room_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" text NOT NULL,
	"seq" integer NOT NULL,
	"sender" text NOT NULL,
	"sender_name" text NOT NULL,
	"text" text NOT NULL,
	"client_message_id" text,
	"warning" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_sender" CHECK ("chat_messages"."sender" in ('user', 'support'))
);
--> statement-breakpoint
CREATE TABLE "chat_presence" (
	"connection_id" uuid NOT NULL,
	"role" text NOT NULL,
	"process_id" uuid NOT NULL,
	"room_id" text,
	"user_id" uuid,
	"status" text,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_presence_connection_id_role_pk" PRIMARY KEY("connection_id","role")
);
--> statement-breakpoint
CREATE TABLE "chat_rooms" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"token_hash" "bytea",
	"visitor_email" text,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"user_seen_seq" integer DEFAULT 0 NOT NULL,
	"agent_seen_seq" integer DEFAULT 0 NOT NULL,
	"mailed_seq" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp with time zone,
	"agent_name" text,
	"closed_at" timestamp with time zone,
	"last_activity" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_rooms_owner" CHECK (("chat_rooms"."user_id" is null) <> ("chat_rooms"."token_hash" is null))
);
--> statement-breakpoint
ALTER TABLE "agent_requests" ADD CONSTRAINT "agent_requests_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD CONSTRAINT "chat_rooms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_requests_created" ON "agent_requests" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_seq" ON "chat_messages" USING btree ("room_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("room_id","sender","client_message_id");--> statement-breakpoint
CREATE INDEX "chat_messages_search" ON "chat_messages" USING gin (lower("text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_presence_room" ON "chat_presence" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "chat_presence_process" ON "chat_presence" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "chat_rooms_activity" ON "chat_rooms" USING btree ("last_activity");--> statement-breakpoint
CREATE INDEX "chat_rooms_user" ON "chat_rooms" USING btree ("user_id");