ALTER TABLE "files" ADD COLUMN "full_filename" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "full_size" bigint;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "full_deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "files_full_filename" ON "files" USING btree ("full_filename") WHERE "files"."full_filename" is not null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_full_size" CHECK (("files"."full_filename" is null) = ("files"."full_size" is null) and "files"."full_size" > 0);--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_full_deleted" CHECK ("files"."full_filename" is null or "files"."full_deleted_at" is null);